import '../../../page/kit/prepare.ts';
import './profile.css';
import './socialProfile.ts';
