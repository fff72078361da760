//! The open list of A*: one stack for every priority.

use std::collections::BTreeMap;

/// Items by priority, the least first; ties go to the newest.
///
/// ```
/// use patience_search::best_first::OpenList;
///
/// let mut open = OpenList::default();
/// open.push(2, 'a');
/// open.push(1, 'b');
/// open.push(1, 'c');
/// assert_eq!(open.first(), Some(1));
/// assert_eq!([open.pop(), open.pop(), open.pop(), open.pop()], [Some((1, 'c')), Some((1, 'b')), Some((2, 'a')), None]);
/// ```
#[derive(Clone, Debug)]
pub struct OpenList<P, T> {
    /// No stack is empty.
    stacks: BTreeMap<P, Vec<T>>,
}

impl<P, T> Default for OpenList<P, T> {
    fn default() -> Self {
        Self { stacks: BTreeMap::new() }
    }
}

impl<P: Copy + Ord, T> OpenList<P, T> {
    /// Adds an item.
    pub fn push(&mut self, priority: P, item: T) {
        self.stacks.entry(priority).or_default().push(item);
    }

    /// The least priority of an item.
    #[must_use]
    pub fn first(&self) -> Option<P> {
        self.stacks.first_key_value().map(|(&priority, _)| priority)
    }

    /// Removes the newest item of the least priority.
    pub fn pop(&mut self) -> Option<(P, T)> {
        let mut stack = self.stacks.first_entry()?;
        let priority = *stack.key();
        let item = stack.get_mut().pop()?;
        if stack.get().is_empty() {
            stack.remove();
        }
        Some((priority, item))
    }

    /// Bytes held by the stacks, at most: a stack that grows has room for twice its items, one that shrinks keeps its room until it is empty.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let room = |stack: &Vec<T>| stack.capacity().max(2 * stack.len());
        self.stacks.values().map(room).sum::<usize>() * size_of::<T>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stack_keeps_its_room_until_it_is_empty() {
        let mut open = OpenList::default();
        for item in 0..1000_u32 {
            open.push(item % 2, item);
        }
        let full = open.bytes();
        assert!(2 * 1000 * size_of::<u32>() <= full);
        for _ in 0..499 {
            open.pop();
        }
        assert!(1500 * size_of::<u32>() <= open.bytes());
        open.pop();
        assert!(open.bytes() <= full / 2);
    }
}
