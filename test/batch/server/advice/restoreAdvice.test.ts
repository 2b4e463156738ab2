import { followEach } from './followEach.js';
import { restoreAdvice } from './restoreAdvice.js';

followEach(restoreAdvice);
