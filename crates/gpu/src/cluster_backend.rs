//! The kernels behind their C interface.
//!
//! The only module of these kernels with `unsafe` code: it calls functions of `kernels/clusters.h`. They read and write only the memory
//! that they are given here, as long as the call lasts. No function is called with an explorer that is closed.
#![allow(unsafe_code)]

use std::ffi::{CStr, c_char};

use crate::backend::{Device, text};
use crate::cluster_grid::{Grid, MOST_LANES, NO_LANE};
use crate::cluster_tables::{Counts, Family, Hardest, Lines, Sizes, Unit};
use crate::error::GpuError;
use crate::functions::functions;

#[repr(C)]
struct Opened {
    _private: [u8; 0],
}

functions! {
    open = "clusters_open": fn(*const Grid, *const Sizes, *mut c_char, u64) -> *mut Opened;
    close = "clusters_close": fn(*mut Opened);
    message = "clusters_message": fn(*const Opened) -> *const c_char;
    explore = "clusters_explore": fn(*mut Opened, *const Unit, u32, *const Family, u32, *mut Counts) -> i64;
    fetch = "clusters_fetch": fn(*mut Opened, *mut Hardest, u64) -> i32;
}

/// Explores families of a grid on a device.
///
/// ```
/// # mod doc {
/// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/nine_cells.rs"));
/// # }
/// # use doc::{family, grid, unit};
/// use patience_gpu::Device;
/// use patience_gpu::clusters::{Explorer, Sizes};
///
/// # if !cfg!(feature = "emulation") {
/// #     return Ok(());
/// # }
/// // The target on the first row of three, and a piece on the last column, in its way.
/// let mut explorer = Explorer::open(Device::Emulation, &grid()?, &Sizes::default())?;
/// let explored = explorer.explore(&[unit()], &[family()])?;
/// assert_eq!((explored.counts[0].positions, explored.counts[0].clusters), (3, 1));
/// // The piece moves down, and the target leaves.
/// assert_eq!((explored.hardest.len(), explored.hardest[0].length), (1, 2));
/// # Ok::<(), patience_gpu::GpuError>(())
/// ```
#[derive(Debug)]
pub struct Explorer {
    functions: &'static Functions,
    opened: *mut Opened,
    /// By lane: its arrangements, a bit each.
    arrangements: [u8; MOST_LANES],
}

// SAFETY: the functions may be called from any thread, by one at a time.
unsafe impl Send for Explorer {}

/// What families have.
///
/// ```
/// # mod doc {
/// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/nine_cells.rs"));
/// # }
/// # use doc::{grid, piece_on, unit};
/// use patience_gpu::Device;
/// use patience_gpu::clusters::{Explorer, Family, Sizes};
///
/// # if !cfg!(feature = "emulation") {
/// #     return Ok(());
/// # }
/// let mut explorer = Explorer::open(Device::Emulation, &grid()?, &Sizes::default())?;
/// // A piece on the first column is never in the way: no position needs it.
/// let family = Family { unit: 0, columns: piece_on(0) };
/// let explored = explorer.explore(&[unit(), unit()], &[family])?;
/// assert_eq!(explored.counts.iter().map(|it| it.families).collect::<Vec<_>>(), [1, 0]);
/// assert!(explored.hardest.is_empty());
/// # Ok::<(), patience_gpu::GpuError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Explored {
    /// By unit.
    pub counts: Vec<Counts>,
    /// The hardest positions of clusters that need all of their pieces and walls, or may need them, in no particular order.
    pub hardest: Vec<Hardest>,
}

impl Explorer {
    /// Opens a device for a grid.
    pub fn open(device: Device, grid: &Grid, sizes: &Sizes) -> Result<Self, GpuError> {
        let functions = Functions::of(device)?;
        let mut error = [0; 512];
        // SAFETY: grid and sizes live as long as the call, and the text has the size that is given.
        let opened = unsafe {
            let (text, size) = (error.as_mut_ptr(), error.len() as u64);
            (functions.open)(grid, sizes, text, size)
        };
        if opened.is_null() {
            return Err(GpuError::NoDevice(text(&error)));
        }
        Ok(Self { functions, opened, arrangements: grid.arrangements() })
    }

    /// Explores families of some units.
    ///
    /// # Panics
    ///
    /// If a family has a unit, a lane or an arrangement that does not exist.
    pub fn explore(&mut self, units: &[Unit], families: &[Family]) -> Result<Explored, GpuError> {
        assert!(units.iter().all(|unit| self.has(&unit.rows)), "there are fewer lanes");
        for family in families {
            assert!((family.unit as usize) < units.len(), "there are fewer units");
            assert!(self.has(&family.columns), "there are fewer lanes");
        }
        let mut counts = vec![Counts::default(); units.len()];
        // SAFETY: the explorer is open; the lists have the given lengths, and all numbers in them are in range.
        let found = unsafe {
            let (units, unit_count) = (units.as_ptr(), number(units.len())?);
            let (families, family_count) = (families.as_ptr(), number(families.len())?);
            let counts = counts.as_mut_ptr();
            (self.functions.explore)(self.opened, units, unit_count, families, family_count, counts)
        };
        let found = usize::try_from(found).map_err(|_| self.failed())?;
        let mut hardest = vec![Hardest::default(); found];
        // SAFETY: the explorer is open; the list has the given length.
        let code =
            unsafe { (self.functions.fetch)(self.opened, hardest.as_mut_ptr(), found as u64) };
        if code != 0 {
            return Err(self.failed());
        }
        Ok(Explored { counts, hardest })
    }

    /// Whether the grid has these lanes and arrangements.
    fn has(&self, lines: &Lines) -> bool {
        lines.lane.iter().zip(lines.allowed).all(|(&lane, allowed)| {
            let known = self.arrangements.get(usize::from(lane)).copied();
            lane == NO_LANE || known.is_some_and(|known| allowed & !known == 0)
        })
    }

    fn failed(&self) -> GpuError {
        // SAFETY: the explorer is open; its message is a text that stays until the next call.
        let message = unsafe { CStr::from_ptr((self.functions.message)(self.opened)) };
        GpuError::Failed(message.to_string_lossy().into_owned())
    }
}

impl Drop for Explorer {
    fn drop(&mut self) {
        // SAFETY: the explorer is open, and nobody else has it.
        unsafe { (self.functions.close)(self.opened) }
    }
}

fn number(count: usize) -> Result<u32, GpuError> {
    let most = u32::MAX as usize;
    u32::try_from(count).map_err(|_| GpuError::TooLarge { what: "families", count, most })
}
