// C11's atomic operations on a word that Swift has allocated; `order` is one of __ATOMIC_RELAXED and so on. Swift's own
// are in `Synchronization`, which needs macOS 15 and iOS 18.
#ifndef CCOALESCEATOMICS_H
#define CCOALESCEATOMICS_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

// Inlined in debug builds, too. In optimized builds, the order is then a constant.
#define COALESCE_INLINE static inline __attribute__((always_inline))

COALESCE_INLINE uint64_t coalesce_load(const uint64_t *_Nonnull word, int order) {
  return __atomic_load_n(word, order);
}

COALESCE_INLINE void coalesce_store(uint64_t *_Nonnull word, uint64_t value, int order) {
  __atomic_store_n(word, value, order);
}

COALESCE_INLINE uint64_t coalesce_exchange(uint64_t *_Nonnull word, uint64_t value, int order) {
  return __atomic_exchange_n(word, value, order);
}

COALESCE_INLINE uint64_t coalesce_add(uint64_t *_Nonnull word, uint64_t value, int order) {
  return __atomic_fetch_add(word, value, order);
}

COALESCE_INLINE uint64_t coalesce_or(uint64_t *_Nonnull word, uint64_t value, int order) {
  return __atomic_fetch_or(word, value, order);
}

// Stores `value` if the word is `expected`. Returns whether it did.
COALESCE_INLINE bool coalesce_replace(uint64_t *_Nonnull word, uint64_t expected, uint64_t value) {
  return __atomic_compare_exchange_n(word, &expected, value, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
}

// The calling thread; never 0.
COALESCE_INLINE uintptr_t coalesce_thread(void) { return (uintptr_t)pthread_self(); }

// How many merges the calling thread is inside of.
extern _Thread_local int coalesce_merges;

COALESCE_INLINE void coalesce_begin_merge(void) { coalesce_merges++; }
COALESCE_INLINE void coalesce_end_merge(void) { coalesce_merges--; }
COALESCE_INLINE bool coalesce_is_merging(void) { return coalesce_merges > 0; }

#endif
