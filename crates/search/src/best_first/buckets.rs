//! A priority queue for integer scores: a stack a score, constant time whatever its length.

/// How far below the first score the queue tells scores apart; what is lower counts as that low.
const BELOW: i32 = 1 << 12;
/// How far above the first score the queue tells scores apart; what is higher counts as that high.
const ABOVE: i32 = 1 << 16;
/// The end of a stack.
const NONE: u32 = u32::MAX;

/// Items by score, the lowest first, the newest of equals first.
#[derive(Debug)]
pub(super) struct Buckets<T> {
    /// The score of the first stack; none before the first item.
    lowest: Option<i32>,
    /// The newest item of every stack; grows with the scores that come.
    heads: Vec<u32>,
    /// A bit for every stack that is not empty.
    filled: Vec<u64>,
    /// Nothing is in a word of `filled` below this one.
    first_word: usize,
    items: Vec<Item<T>>,
    /// The newest of the places in `items` that are free again.
    free: u32,
}

#[derive(Clone, Copy, Debug)]
struct Item<T> {
    value: T,
    next: u32,
}

impl<T: Copy> Buckets<T> {
    /// An empty queue for scores around the first that comes.
    pub(super) fn new() -> Self {
        Self {
            lowest: None,
            heads: Vec::new(),
            filled: Vec::new(),
            first_word: 0,
            items: Vec::new(),
            free: NONE,
        }
    }

    /// Items that fit before [`make_room`](Self::make_room) must be called.
    pub(super) fn room(&self) -> usize {
        self.items.capacity() - self.items.len()
    }

    /// Items there is memory for.
    pub(super) fn capacity(&self) -> usize {
        self.items.capacity()
    }

    /// Bytes an item.
    pub(super) const ITEM_BYTES: usize = size_of::<Item<T>>();

    /// The most bytes that the stacks take, besides their items.
    pub(super) const STACK_BYTES: usize = (BELOW + ABOVE) as usize * size_of::<u32>() * 33 / 32;

    /// Makes room for so many items in all.
    pub(super) fn make_room(&mut self, items: usize) {
        self.items.reserve_exact(items.saturating_sub(self.items.len()));
    }

    #[inline]
    pub(super) fn push(&mut self, score: i32, value: T) {
        let lowest = *self.lowest.get_or_insert(score.saturating_sub(BELOW));
        // From 0 to BELOW + ABOVE.
        #[allow(clippy::cast_sign_loss)]
        let stack = score.saturating_sub(lowest).clamp(0, BELOW + ABOVE) as usize;
        if self.heads.len() <= stack {
            self.widen(stack);
        }
        let next = self.heads[stack];
        self.heads[stack] = self.enter(Item { value, next });
        self.filled[stack / 64] |= 1 << (stack % 64);
        self.first_word = self.first_word.min(stack / 64);
    }

    #[inline]
    pub(super) fn pop(&mut self) -> Option<T> {
        while *self.filled.get(self.first_word)? == 0 {
            self.first_word += 1;
        }
        let bit = self.filled[self.first_word].trailing_zeros();
        let stack = self.first_word * 64 + bit as usize;
        let at = self.heads[stack];
        let Item { value, next } = self.items[at as usize];
        self.heads[stack] = next;
        if next == NONE {
            self.filled[self.first_word] &= !(1 << bit);
        }
        self.items[at as usize].next = self.free;
        self.free = at;
        Some(value)
    }

    #[inline]
    fn enter(&mut self, item: Item<T>) -> u32 {
        if self.free == NONE {
            self.items.push(item);
            // Items are counted before they come: there are never more than slots of 32 bits.
            #[allow(clippy::cast_possible_truncation)]
            let at = (self.items.len() - 1) as u32;
            return at;
        }
        let at = self.free;
        self.free = self.items[at as usize].next;
        self.items[at as usize] = item;
        at
    }

    #[cold]
    fn widen(&mut self, stack: usize) {
        let stacks = (stack + 1).next_multiple_of(1 << 10);
        self.heads.resize(stacks, NONE);
        self.filled.resize(stacks / 64, 0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_come_by_score_and_the_newest_of_equals_first() {
        let mut queue = Buckets::new();
        for (index, score) in
            [105, 90, 105, 100, 90, -100_000, 1_000_000, i32::MAX, i32::MIN].into_iter().enumerate()
        {
            queue.push(score, index);
        }
        let order: Vec<usize> = std::iter::from_fn(|| queue.pop()).collect();
        assert_eq!(order, [8, 5, 4, 1, 3, 2, 0, 7, 6]);
    }

    #[test]
    fn places_are_used_again() {
        let mut queue = Buckets::new();
        for round in 0..1000 {
            queue.push(round % 7, round);
            queue.push(round % 5, round);
            queue.pop();
            queue.pop();
        }
        assert_eq!(queue.items.len(), 2);
        assert!(queue.pop().is_none());
    }
}
