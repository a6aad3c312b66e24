/** The drawings that pages make themselves, as a selector: what looks otherwise came from somebody's text. */
export const ownIcons = 'svg.codicon[aria-hidden="true"]:has(> path:only-child):not([style], [href])';
