//! Why there is no result.

use patience_search::layered::LayerStoreError;

/// Why there is no result.
///
/// ```
/// # mod doc {
/// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/nine_cells.rs"));
/// # }
/// # use doc::target;
/// use patience_gpu::GpuError;
/// use patience_gpu::clusters::{Grid, Lane, MOST_LANES};
///
/// let error = Grid::new(&[Lane::EMPTY; MOST_LANES + 1], &target(), [0; 4]).unwrap_err();
/// assert!(matches!(error, GpuError::TooLarge { what: "lanes", count: 9, most: 8 }));
/// assert_eq!(error.to_string(), "the GPU search takes at most 8 lanes, not 9");
/// ```
#[derive(Debug, thiserror::Error)]
pub enum GpuError {
    /// The program has no kernels for the device.
    #[error("this program was built without the feature {0}")]
    NotBuilt(&'static str),
    /// The device cannot be used.
    #[error("no GPU can be used: {0}")]
    NoDevice(String),
    /// The game does not fit into the tables of the kernels.
    #[error("the GPU search takes at most {most} {what}, not {count}")]
    TooLarge {
        /// What there are too many of.
        what: &'static str,
        /// How many there are.
        count: usize,
        /// How many there may be.
        most: usize,
    },
    /// The tables of a grid contradict each other.
    #[error("the grid of the GPU search has {0}")]
    BadGrid(&'static str),
    /// The layers need more memory of the host than they may take.
    #[error("the layers of the GPU search take more than {0} bytes of memory")]
    HostFull(u64),
    /// The host has no memory left.
    #[error("the GPU search needs {0} more bytes of memory, which are not there")]
    NoMemory(u64),
    /// Layers could not be written or read.
    #[error("the layers of the GPU search: {0}")]
    Disk(#[from] LayerStoreError),
    /// A layer was not made.
    #[error("the GPU search failed: {0}")]
    Failed(String),
    /// A state of a layer has no predecessor in the layer before.
    #[error("the layers of the GPU search contradict each other")]
    Inconsistent,
}
