//! Which of a module's texts can travel apart from its code.

use std::ops::Range;

use wasmparser::{FunctionBody, Operator};

/// The shortest text that is worth a segment of its own, in bytes.
const SHORTEST: usize = 200;

/// A segment of data: where it lies in memory, and its bytes.
pub(super) type Segment = (u32, Vec<u8>);

/// Finds the places in memory where one of `texts` lies.
pub(super) fn find(segments: &[Segment], texts: &[Vec<u8>]) -> Vec<Range<u32>> {
    let mut found = Vec::new();
    for text in texts {
        let text = text.trim_ascii();
        if text.len() < SHORTEST {
            continue;
        }
        for (start, bytes) in segments {
            let at = bytes.windows(text.len()).position(|part| part == text);
            if let Some(at) = at.and_then(|at| u32::try_from(at).ok()) {
                let length = u32::try_from(text.len()).unwrap_or(0);
                found.push(start + at..start + at + length);
            }
        }
    }
    found.sort_by_key(|range: &Range<u32>| (range.start, std::cmp::Reverse(range.end)));
    // A text that lies within another one goes with it.
    found.dedup_by(|later, earlier| later.start < earlier.end);
    found
}

/// Leaves of `ranges` those that nothing points into: no constant of the code, and no word of the data that lies outside of all of
/// them. A text is only ever reached by its address, so what is left cannot be read.
///
/// # Errors
/// When a function is malformed.
pub(super) fn unnamed(
    ranges: Vec<Range<u32>>,
    segments: &[Segment],
    code: &[FunctionBody<'_>],
) -> anyhow::Result<Vec<Range<u32>>> {
    let mut named = Vec::new();
    for body in code {
        for operator in body.get_operators_reader()? {
            match operator? {
                Operator::I32Const { value } => named.push(value.cast_unsigned()),
                // Two addresses or an address and a length may be stored as one.
                Operator::I64Const { value } => {
                    named.push((value & 0xffff_ffff) as u32);
                    named.push((value >> 32) as u32);
                }
                Operator::I32Load { memarg }
                | Operator::I64Load { memarg }
                | Operator::F32Load { memarg }
                | Operator::F64Load { memarg }
                | Operator::I32Load8S { memarg }
                | Operator::I32Load8U { memarg }
                | Operator::I32Load16S { memarg }
                | Operator::I32Load16U { memarg }
                | Operator::I64Load8S { memarg }
                | Operator::I64Load8U { memarg }
                | Operator::I64Load16S { memarg }
                | Operator::I64Load16U { memarg }
                | Operator::I64Load32S { memarg }
                | Operator::I64Load32U { memarg } => named.push(u32::try_from(memarg.offset)?),
                _ => {}
            }
        }
    }
    for (start, bytes) in segments {
        for (at, word) in (*start..).zip(bytes.windows(4)) {
            // Pointers are aligned.
            if at % 4 == 0 && !ranges.iter().any(|range| range.contains(&at)) {
                let word = word.try_into().map_or(0, u32::from_le_bytes);
                named.push(word);
            }
        }
    }
    let is_named = |range: &Range<u32>| named.iter().any(|address| range.contains(address));
    Ok(ranges
        .into_iter()
        .filter(|range| !is_named(range))
        .collect())
}

/// Takes ranges out of segments: gives what is left, and what was taken.
pub(super) fn apart(segments: &[Segment], ranges: &[Range<u32>]) -> (Vec<Segment>, Vec<Segment>) {
    let (mut left, mut taken) = (Vec::new(), Vec::new());
    for (start, bytes) in segments {
        let end = start + u32::try_from(bytes.len()).unwrap_or(0);
        let mut at = *start;
        let part = |from: u32, to: u32| -> Segment {
            let range = (from - start) as usize..(to - start) as usize;
            (from, bytes.get(range).unwrap_or_default().to_vec())
        };
        for range in ranges
            .iter()
            .filter(|range| *start <= range.start && range.end <= end)
        {
            left.push(part(at, range.start));
            taken.push(part(range.start, range.end));
            at = range.end;
        }
        left.push(part(at, end));
    }
    left.retain(|(_, bytes)| !bytes.is_empty());
    (left, taken)
}

#[cfg(test)]
mod tests {
    use super::{apart, find, unnamed};

    #[test]
    fn texts_that_nothing_points_at_are_taken_out() {
        let (one, two) = (vec![b'a'; 300], vec![b'b'; 300]);
        let mut bytes = b"head".to_vec();
        bytes.extend(&one);
        bytes.extend(&two);
        bytes.extend(1004_u32.to_le_bytes());
        let segments = [(1000, bytes)];
        let found = find(&segments, &[two, one, vec![b'c'; 300]]);
        assert_eq!(found, [1004..1304, 1304..1604]);
        let free = unnamed(found, &segments, &[]).unwrap();
        assert_eq!((free.len(), &free[0]), (1, &(1304..1604)));
        let (left, taken) = apart(&segments, &free);
        assert_eq!(
            left.iter()
                .map(|(at, b)| (*at, b.len()))
                .collect::<Vec<_>>(),
            [(1000, 304), (1604, 4)]
        );
        assert_eq!(taken, [(1304, vec![b'b'; 300])]);
    }
}
