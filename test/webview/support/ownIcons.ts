/** Selects the SVG that pages render themselves. Any other SVG came from a string. */
export const ownIcons = 'svg.codicon[aria-hidden="true"]:has(> path:only-child):not([style], [href])';

/** Selects a plot's panels and their style sheets. */
export const ownPlots = '.plot-figure > svg:not([href])';
export const ownPlotStyles = '.plot-figure > svg > style';
