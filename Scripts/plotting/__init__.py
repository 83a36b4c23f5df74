"""Turns the files of one run of the bench into pictures and a page."""
