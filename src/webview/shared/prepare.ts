import * as z from 'zod/mini';
import { leaveChordsToVsCode } from './chords.ts';
import { restoreFocusOnReturn } from './focus.ts';
import './translate.ts';

// The policy of a webview forbids code made from text, so zod must not try. Imported first by each bundle's main.ts.
z.config({ jitless: true });

restoreFocusOnReturn();
leaveChordsToVsCode();
