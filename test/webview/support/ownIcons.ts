/** The drawings that pages make themselves, as a selector: what looks otherwise came from somebody's text. */
export const ownIcons = 'svg.codicon[aria-hidden="true"]:has(> path:only-child):not([style], [href])';

/** The same of plots: one picture, its panels, and the style sheet of each panel. */
export const ownPlots = '.plot-figure > svg[role="img"]:not([href]), .plot-figure > svg > svg:not([href])';
export const ownPlotStyles = '.plot-figure > svg > svg > style';
