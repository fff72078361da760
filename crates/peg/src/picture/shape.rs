//! How holes and pegs are drawn, seen from above: shapes that a picture defines once.

/// The name of the shape of a hole.
pub(super) const HOLE: &str = "peg-hole";
/// The name of the shape of a peg.
pub(super) const PEG: &str = "peg";

/// The `<defs>` element of every picture. The middle of a shape is where it is used.
///
/// A hole is a dent with light on its lower edge, in an invisible circle that is as wide as its cell; a peg is a marble with a shadow and a gleam.
pub(super) const DEFINITIONS: &str = concat!(
    "<defs>\n",
    r##"<radialGradient id="peg-glass" cx=".36" cy=".3" r=".8"><stop offset="0" stop-color="#8fd0f5"/>"##,
    r##"<stop offset=".45" stop-color="#2f7fc4"/><stop offset="1" stop-color="#123a66"/></radialGradient>"##,
    "\n",
    r##"<g id="peg-hole"><circle class="gleam" cy="1.5" r="14" fill="#d9a870" fill-opacity=".55"/>"##,
    r##"<circle class="dent" r="13.5" fill="#4a2c14"/><circle class="dent inner" cy="2" r="11" fill="#5d3a1d"/><circle r="28" fill-opacity="0"/></g>"##,
    "\n",
    r##"<g id="peg"><ellipse class="shadow" cx="2" cy="5" rx="20" ry="19" fill="#000" fill-opacity=".28"/>"##,
    r##"<circle class="marble" r="19.5" fill="url(#peg-glass)" stroke="#0d2947" stroke-opacity=".6"/>"##,
    r##"<ellipse class="gleam" cx="-7" cy="-8" rx="6" ry="4" transform="rotate(-38 -7 -8)" fill="#fff" fill-opacity=".75"/></g>"##,
    "\n</defs>\n",
);
