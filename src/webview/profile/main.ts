import '../shared/prepare.ts';
import './profile.css';
import './socialProfile.ts';
