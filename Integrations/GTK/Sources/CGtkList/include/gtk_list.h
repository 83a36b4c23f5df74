/* A GTK 4 window with real list views or text views, for programs that do not include gtk.h.
 *
 * Use everything here on the main thread only. Positions count from 0. Nothing is freed before the
 * process ends, because a window lives as long as its trial. */
#ifndef GTK_LIST_H
#define GTK_LIST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The steps of the main thread, each reported when it happens. */
enum gtk_moment {
  /* The loop has returned from poll, or begins a turn that may skip it: the main thread works from here on. */
  GTK_MOMENT_WOKE,
  /* The frame clock has begun a frame. */
  GTK_MOMENT_FRAME,
  /* The last time in a frame at which the lists may change, before the layout. */
  GTK_MOMENT_UPDATE,
  /* The frame is laid out. */
  GTK_MOMENT_LAID_OUT,
  /* This process has painted the frame. */
  GTK_MOMENT_PAINTED,
  /* The user has closed the window. */
  GTK_MOMENT_CLOSED
};

/* The callbacks through which the window asks its owner for texts and reports its steps. */
struct gtk_list_owner {
  void *context;
  void (*moment)(void *context, enum gtk_moment moment);
  /* Writes the text of a row: at most `size` bytes, including the final 0. */
  void (*text)(void *context, int32_t list, uint32_t position, char *text, size_t size);
};

/* The size of the longest text of a row, including the final 0. */
enum { GTK_LIST_TEXT = 64 };

/* A row on the screen. */
struct gtk_list_row {
  uint32_t position;
  char text[GTK_LIST_TEXT];
};

/* Opens the display and a window for `lists` lists, or as many texts, side by side. The main queue of
 * libdispatch becomes a source of the main loop with `drain_priority`: 0 is ahead of drawing, 121 behind
 * it. Returns whether there is a display. */
bool gtk_list_open(struct gtk_list_owner owner, int32_t lists, bool are_texts, int32_t drain_priority);

/* Shows the window and runs the loop until its first frame is painted. Call it once the lists have rows. */
void gtk_list_show(void);

/* Runs one turn of the main loop: sleeps until a source is ready, and dispatches it. */
void gtk_list_turn(void);

/* Asks for a frame, whether or not anything on the screen changes. */
void gtk_list_request_frame(void);

/* Asks for the next frame's GTK_MOMENT_UPDATE. Returns whether there is a window. */
bool gtk_list_request_update(void);

/* Replaces `removed` rows at `position` with `added` rows. */
void gtk_list_splice(int32_t list, uint32_t position, uint32_t removed, uint32_t added);

/* Shows the new text of the row at `position`, in the same widget. */
void gtk_list_notify(int32_t list, uint32_t position);

/* Appends to a text. */
void gtk_text_append(int32_t list, const char *text);

/* Scrolls a text to its end. */
void gtk_text_scroll_to_end(int32_t list);

/* Hides or shows a list or text. */
void gtk_list_set_visible(int32_t list, bool is_visible);

/* Reads the labels on the screen into `rows`. Returns their number, at most `capacity`. */
int32_t gtk_list_read(int32_t list, struct gtk_list_row *rows, int32_t capacity);

#endif
