/** The drawings that pages make themselves, as a selector: what looks otherwise came from somebody's text. */
export const ownIcons = 'svg.codicon[aria-hidden="true"]:has(> path:only-child):not([style], [href])';

/** The same of plots: one picture, and the marks over it. */
export const ownPlots = '.plot-figure > svg:is([role="img"], .plot-cursor[aria-hidden="true"]):not([style], [href])';
