import '../../../page/kit/prepare.ts';
import './results.css';
import './socialResults.ts';
