import '../shared/prepare.ts';
import './thread.css';
