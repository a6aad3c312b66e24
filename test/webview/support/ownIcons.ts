/** Selects the SVG that pages render themselves. Any other SVG came from a string. */
export const ownIcons = 'svg.codicon[aria-hidden="true"]:has(> path:only-child):not([style], [href])';

/** Selects plot SVG: an image, its panels, and each panel's style sheet. */
export const ownPlots = '.plot-figure > svg[role="img"]:not([href]), .plot-figure > svg > svg:not([href])';
export const ownPlotStyles = '.plot-figure > svg > svg > style';
