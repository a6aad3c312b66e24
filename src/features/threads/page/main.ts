import '../../../page/kit/prepare.ts';
import './thread.css';
import './threadList.ts';
import './socialThread.ts';
