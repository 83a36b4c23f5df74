/* A window of GTK 4 with real list views, for programs that never see gtk.h.
 *
 * Everything here belongs to the main thread. Positions count from 0. Nothing is freed before the
 * process ends: a window lives as long as its trial. */
#ifndef GTK_LIST_H
#define GTK_LIST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What main does, told at the moment it does it. */
enum gtk_moment {
  /* The loop has left poll, or begins a turn without it: from here main works. */
  GTK_MOMENT_WOKE,
  /* The frame clock has begun a frame. */
  GTK_MOMENT_FRAME,
  /* In it, what is shown may change: before the layout. */
  GTK_MOMENT_UPDATE,
  /* The frame is laid out. */
  GTK_MOMENT_LAID_OUT,
  /* The frame is painted, as far as this process paints. */
  GTK_MOMENT_PAINTED,
  /* The user has closed the window. */
  GTK_MOMENT_CLOSED
};

/* How the window asks its owner for what it shows, and tells what it does. */
struct gtk_list_owner {
  void *context;
  void (*moment)(void *context, enum gtk_moment moment);
  /* Writes the text of a row, at most `size` bytes with the 0 at its end. */
  void (*text)(void *context, int32_t list, uint32_t position, char *text, size_t size);
};

/* The size of the longest text of a row, with the 0 at its end. */
enum { GTK_LIST_TEXT = 64 };

/* A row on the screen. */
struct gtk_list_row {
  uint32_t position;
  char text[GTK_LIST_TEXT];
};

/* Opens the display and a window for `lists` lists side by side. The main queue of libdispatch becomes
 * a source of the main loop with `drain_priority`: 0 is ahead of drawing, 121 behind it.
 * Answers whether there is a display. */
bool gtk_list_open(struct gtk_list_owner owner, int32_t lists, int32_t drain_priority);

/* When the lists have their first rows: shows the window, and turns the loop until its first frame is painted. */
void gtk_list_show(void);

/* Runs the main loop until something was dispatched, and sleeps until then. */
void gtk_list_turn(void);

/* Asks for a frame, whether or not anything on the screen changes. */
void gtk_list_request_frame(void);

/* Asks for the next frame's GTK_MOMENT_UPDATE. Answers whether there is a window. */
bool gtk_list_request_update(void);

/* At `position`, `removed` rows went and `added` rows came. */
void gtk_list_splice(int32_t list, uint32_t position, uint32_t removed, uint32_t added);

/* The row at `position` has another text; its widget stays. */
void gtk_list_notify(int32_t list, uint32_t position);

/* Takes a list off the screen, or brings it back. */
void gtk_list_set_visible(int32_t list, bool is_visible);

/* Reads the labels that are on the screen into `rows`. Answers how many there are, at most `capacity`. */
int32_t gtk_list_read(int32_t list, struct gtk_list_row *rows, int32_t capacity);

#endif
