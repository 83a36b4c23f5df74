#include "gtk_list.h"

#include <dlfcn.h>
#include <gtk/gtk.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* libdispatch's private interface for other main loops; CoreFoundation uses the same two functions. */
extern int _dispatch_get_main_queue_handle_4CF(void);
extern void _dispatch_main_queue_callback_4CF(void *);

static struct gtk_list_owner owner;
static GtkWidget *window;

/* ---- A row and its text, which is made when GTK asks for it ---- */

typedef struct {
  GObject parent;
  char text[GTK_LIST_TEXT];
} BenchRow;
typedef GObjectClass BenchRowClass;

enum { ROW_TEXT = 1 };
static GParamSpec *row_text;

static GType bench_row_get_type(void);
G_DEFINE_TYPE(BenchRow, bench_row, G_TYPE_OBJECT)

static void bench_row_init(BenchRow *row) { (void)row; }

static void get_property(GObject *object, guint id, GValue *value, GParamSpec *spec) {
  (void)id;
  (void)spec;
  g_value_set_string(value, ((BenchRow *)object)->text);
}

static void bench_row_class_init(BenchRowClass *class) {
  class->get_property = get_property;
  row_text = g_param_spec_string("text", NULL, NULL, "", G_PARAM_READABLE);
  g_object_class_install_property(class, ROW_TEXT, row_text);
}

/* ---- A list model that makes rows lazily; a row is NULL until GTK asks for it ---- */

typedef struct {
  GObject parent;
  int32_t number;
  GPtrArray *rows;
} BenchModel;
typedef GObjectClass BenchModelClass;

static GType item_type(GListModel *model) {
  (void)model;
  return bench_row_get_type();
}

static guint item_count(GListModel *model) { return ((BenchModel *)model)->rows->len; }

static gpointer item(GListModel *list, guint position) {
  BenchModel *model = (BenchModel *)list;
  if (position >= model->rows->len) return NULL;
  BenchRow *row = g_ptr_array_index(model->rows, position);
  if (row == NULL) {
    row = g_object_new(bench_row_get_type(), NULL);
    owner.text(owner.context, model->number, position, row->text, sizeof row->text);
    g_ptr_array_index(model->rows, position) = row;
  }
  return g_object_ref(row);
}

static void model_interface(GListModelInterface *interface) {
  interface->get_item_type = item_type;
  interface->get_n_items = item_count;
  interface->get_item = item;
}

static GType bench_model_get_type(void);
G_DEFINE_TYPE_WITH_CODE(BenchModel, bench_model, G_TYPE_OBJECT,
                        G_IMPLEMENT_INTERFACE(G_TYPE_LIST_MODEL, model_interface))

static void drop(gpointer row) {
  if (row != NULL) g_object_unref(row);
}

static void bench_model_init(BenchModel *model) { model->rows = g_ptr_array_new_with_free_func(drop); }
static void bench_model_class_init(BenchModelClass *class) { (void)class; }

/* ---- The lists and texts ---- */

/* A list has a model; a text has none. */
struct list {
  BenchModel *model;
  GtkWidget *view;
  GtkWidget *scroller;
};
static struct list *lists;

static const char icon[] = "open-menu-symbolic";

static void set_up(GtkSignalListItemFactory *factory, GtkListItem *item, gpointer data) {
  (void)factory;
  (void)data;
  GtkWidget *box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 8);
  GtkWidget *label = gtk_label_new("");
  gtk_box_append(GTK_BOX(box), gtk_image_new_from_icon_name(icon));
  gtk_box_append(GTK_BOX(box), label);
  g_object_set_data(G_OBJECT(box), "item", item);
  g_object_set_data(G_OBJECT(box), "label", label);
  gtk_list_item_set_child(item, box);
}

static void show_text(BenchRow *row, GParamSpec *spec, GtkLabel *label) {
  (void)spec;
  gtk_label_set_text(label, row->text);
}

static void bind(GtkSignalListItemFactory *factory, GtkListItem *item, gpointer data) {
  (void)factory;
  (void)data;
  GtkLabel *label = g_object_get_data(G_OBJECT(gtk_list_item_get_child(item)), "label");
  BenchRow *row = gtk_list_item_get_item(item);
  show_text(row, NULL, label);
  g_signal_connect(row, "notify::text", G_CALLBACK(show_text), label);
}

static void unbind(GtkSignalListItemFactory *factory, GtkListItem *item, gpointer data) {
  (void)factory;
  (void)data;
  GtkLabel *label = g_object_get_data(G_OBJECT(gtk_list_item_get_child(item)), "label");
  g_signal_handlers_disconnect_by_func(gtk_list_item_get_item(item), G_CALLBACK(show_text), label);
}

static struct list scrolled(BenchModel *model, GtkWidget *view) {
  GtkWidget *scroller = gtk_scrolled_window_new();
  gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scroller), view);
  gtk_widget_set_hexpand(scroller, TRUE);
  gtk_widget_set_vexpand(scroller, TRUE);
  return (struct list){.model = model, .view = view, .scroller = scroller};
}

static struct list make_text(void) {
  GtkWidget *view = gtk_text_view_new();
  gtk_text_view_set_wrap_mode(GTK_TEXT_VIEW(view), GTK_WRAP_WORD_CHAR);
  gtk_text_view_set_editable(GTK_TEXT_VIEW(view), FALSE);
  return scrolled(NULL, view);
}

void gtk_text_append(int32_t list, const char *text) {
  GtkTextBuffer *buffer = gtk_text_view_get_buffer(GTK_TEXT_VIEW(lists[list].view));
  GtkTextIter end;
  gtk_text_buffer_get_end_iter(buffer, &end);
  gtk_text_buffer_insert(buffer, &end, text, -1);
}

void gtk_text_scroll_to_end(int32_t list) {
  GtkTextView *view = GTK_TEXT_VIEW(lists[list].view);
  GtkTextBuffer *buffer = gtk_text_view_get_buffer(view);
  GtkTextIter end;
  gtk_text_buffer_get_end_iter(buffer, &end);
  gtk_text_buffer_place_cursor(buffer, &end);
  gtk_text_view_scroll_mark_onscreen(view, gtk_text_buffer_get_insert(buffer));
}

static struct list make_list(int32_t number) {
  BenchModel *model = g_object_new(bench_model_get_type(), NULL);
  model->number = number;
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new();
  g_signal_connect(factory, "setup", G_CALLBACK(set_up), NULL);
  g_signal_connect(factory, "bind", G_CALLBACK(bind), NULL);
  g_signal_connect(factory, "unbind", G_CALLBACK(unbind), NULL);
  GtkNoSelection *selection = gtk_no_selection_new(g_object_ref(G_LIST_MODEL(model)));
  return scrolled(model, gtk_list_view_new(GTK_SELECTION_MODEL(selection), factory));
}

void gtk_list_splice(int32_t list, uint32_t position, uint32_t removed, uint32_t added) {
  GPtrArray *rows = lists[list].model->rows;
  if (removed == added) {
    for (uint32_t index = position; index < position + added; index++) {
      drop(g_ptr_array_index(rows, index));
      g_ptr_array_index(rows, index) = NULL;
    }
  } else {
    if (removed > 0) g_ptr_array_remove_range(rows, position, removed);
    uint32_t tail = rows->len - position;
    g_ptr_array_set_size(rows, (gint)(rows->len + added));
    memmove(rows->pdata + position + added, rows->pdata + position, tail * sizeof(gpointer));
    memset(rows->pdata + position, 0, added * sizeof(gpointer));
  }
  g_list_model_items_changed(G_LIST_MODEL(lists[list].model), position, removed, added);
}

void gtk_list_notify(int32_t list, uint32_t position) {
  BenchModel *model = lists[list].model;
  BenchRow *row = g_ptr_array_index(model->rows, position);
  if (row == NULL) return;
  owner.text(owner.context, list, position, row->text, sizeof row->text);
  g_object_notify_by_pspec(G_OBJECT(row), row_text);
}

void gtk_list_set_visible(int32_t list, bool is_visible) {
  gtk_widget_set_visible(lists[list].scroller, is_visible);
}

int32_t gtk_list_read(int32_t list, struct gtk_list_row *rows, int32_t capacity) {
  GtkWidget *scroller = lists[list].scroller;
  graphene_rect_t port = GRAPHENE_RECT_INIT(
      0, 0, (float)gtk_widget_get_width(scroller), (float)gtk_widget_get_height(scroller));
  int32_t count = 0;
  for (GtkWidget *child = gtk_widget_get_first_child(lists[list].view);
       child != NULL && count < capacity; child = gtk_widget_get_next_sibling(child)) {
    graphene_rect_t bounds;
    if (!gtk_widget_get_mapped(child) || !gtk_widget_compute_bounds(child, scroller, &bounds) ||
        !graphene_rect_intersection(&bounds, &port, NULL))
      continue;
    GtkWidget *box = gtk_widget_get_first_child(child);
    GtkListItem *item = box == NULL ? NULL : g_object_get_data(G_OBJECT(box), "item");
    if (item == NULL || gtk_list_item_get_item(item) == NULL) continue;
    GtkLabel *label = g_object_get_data(G_OBJECT(box), "label");
    rows[count].position = gtk_list_item_get_position(item);
    g_strlcpy(rows[count].text, gtk_label_get_text(label), GTK_LIST_TEXT);
    count++;
  }
  return count;
}

/* ---- The main loop ---- */

static gint poll_and_tell(GPollFD *descriptors, guint count, gint timeout) {
  gint ready = g_poll(descriptors, count, timeout);
  owner.moment(owner.context, GTK_MOMENT_WOKE);
  return ready;
}

struct main_queue {
  GSource source;
  gpointer tag;
  int descriptor;
};

static gboolean main_queue_check(GSource *source) {
  struct main_queue *queue = (struct main_queue *)source;
  return (g_source_query_unix_fd(source, queue->tag) & G_IO_IN) != 0;
}

static gboolean main_queue_dispatch(GSource *source, GSourceFunc function, gpointer data) {
  (void)function;
  (void)data;
  /* The handle is an eventfd, which stays ready until it is read. */
  uint64_t wakeups;
  ssize_t size = read(((struct main_queue *)source)->descriptor, &wakeups, sizeof wakeups);
  (void)size;
  _dispatch_main_queue_callback_4CF(NULL);
  return G_SOURCE_CONTINUE;
}

static GSourceFuncs main_queue_functions = {.check = main_queue_check,
                                            .dispatch = main_queue_dispatch};

static void attach_main_queue(gint priority) {
  GSource *source = g_source_new(&main_queue_functions, sizeof(struct main_queue));
  struct main_queue *queue = (struct main_queue *)source;
  queue->descriptor = _dispatch_get_main_queue_handle_4CF();
  queue->tag = g_source_add_unix_fd(source, queue->descriptor, G_IO_IN);
  g_source_set_priority(source, priority);
  g_source_attach(source, NULL);
}

/* GLib skips the poll if a source of high priority is ready, so work may begin here rather than after a poll. */
void gtk_list_turn(void) {
  owner.moment(owner.context, GTK_MOMENT_WOKE);
  g_main_context_iteration(NULL, TRUE);
}

/* ---- The window ---- */

static bool is_painted;

static void frame_began(void) { owner.moment(owner.context, GTK_MOMENT_FRAME); }
static void may_update(void) { owner.moment(owner.context, GTK_MOMENT_UPDATE); }
static void laid_out(void) { owner.moment(owner.context, GTK_MOMENT_LAID_OUT); }
static void painted(void) {
  is_painted = true;
  owner.moment(owner.context, GTK_MOMENT_PAINTED);
}

static gboolean closed(void) {
  owner.moment(owner.context, GTK_MOMENT_CLOSED);
  return TRUE;
}

/* GTK itself would exit with code 1, which looks like a strategy's own exit. */
static int display_lost(void *display) {
  (void)display;
  static const char text[] = "The connection to the display was lost.\n";
  ssize_t size = write(STDERR_FILENO, text, sizeof text - 1);
  (void)size;
  _exit(69); /* EX_UNAVAILABLE */
}

bool gtk_list_open(struct gtk_list_owner new_owner, int32_t count, bool are_texts,
                   int32_t drain_priority) {
  owner = new_owner;
  if (!gtk_init_check()) return false;
  /* A fading scroll bar would cause extra frames for a second after each reload. */
  g_object_set(gtk_settings_get_default(), "gtk-enable-animations", FALSE, NULL);
  int (*(*set_handler)(int (*)(void *)))(void *) =
      (int (*(*)(int (*)(void *)))(void *))dlsym(RTLD_DEFAULT, "XSetIOErrorHandler");
  if (set_handler != NULL) set_handler(display_lost);
  attach_main_queue(drain_priority);
  g_main_context_set_poll_func(NULL, poll_and_tell);

  window = gtk_window_new();
  gtk_window_set_title(GTK_WINDOW(window), "bench");
  gtk_window_set_default_size(GTK_WINDOW(window), 240 * (count < 6 ? count : 6), 400);
  GtkWidget *grid = gtk_grid_new();
  gtk_window_set_child(GTK_WINDOW(window), grid);
  lists = g_new0(struct list, count);
  for (int32_t number = 0; number < count; number++) {
    lists[number] = are_texts ? make_text() : make_list(number);
    gtk_grid_attach(GTK_GRID(grid), lists[number].scroller, number % 6, number / 6, 1, 1);
  }
  g_signal_connect(window, "close-request", G_CALLBACK(closed), NULL);
  return true;
}

void gtk_list_show(void) {
  gtk_window_present(GTK_WINDOW(window));
  GdkFrameClock *clock = gtk_widget_get_frame_clock(window);
  g_signal_connect(clock, "before-paint", G_CALLBACK(frame_began), NULL);
  g_signal_connect(clock, "update", G_CALLBACK(may_update), NULL);
  g_signal_connect_after(clock, "layout", G_CALLBACK(laid_out), NULL);
  g_signal_connect_after(clock, "after-paint", G_CALLBACK(painted), NULL);
  while (!is_painted) gtk_list_turn();
}

void gtk_list_request_frame(void) {
  gdk_frame_clock_request_phase(gtk_widget_get_frame_clock(window),
                                GDK_FRAME_CLOCK_PHASE_AFTER_PAINT);
}

bool gtk_list_request_update(void) {
  if (window == NULL) return false;
  gdk_frame_clock_request_phase(gtk_widget_get_frame_clock(window), GDK_FRAME_CLOCK_PHASE_UPDATE);
  return true;
}
