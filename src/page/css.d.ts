// Style sheets are bundled: importing one puts it beside the script.
declare module '*.css';
