"""Parts of HTML that the page is made of."""

from html import escape

from .theme import steps


def bullets(texts: list[str]) -> str:
    items = "".join(f"<li>{escape(text)}</li>" for text in texts)
    return f"<ul>{items}</ul>" if texts else ""


def key_of_steps() -> str:
    """The meaning of the figures' colours."""
    items = "".join(f'<li class="step{number}">{escape(text)}</li>' for number, text in enumerate(steps()))
    return f'<ul class="steps" aria-label="What the colours stand for">{items}</ul>'


def framed(name: str, title: str, body: str) -> str:
    """A section with a heading."""
    heading = f'<h2 id="{name}-title">{escape(title)}</h2>'
    return f'<section id="{name}" aria-labelledby="{name}-title">{heading}{body}</section>'


def of_workload(tag: str, workload: str, body: str) -> str:
    """A part of the page that the menu shows and hides; without a workload, it is always there."""
    return f'<{tag} class="panel" data-workload="{escape(workload)}">{body}</{tag}>'


def scroll(name: str, body: str) -> str:
    """A part that small screens scroll sideways."""
    return f'<div class="scroll" role="region" tabindex="0" aria-label="{escape(name)}, scrolls sideways">{body}</div>'
