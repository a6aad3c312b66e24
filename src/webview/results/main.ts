import '../shared/prepare.ts';
import './results.css';
import './socialResults.ts';
