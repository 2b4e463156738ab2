import { rowAdvice } from './rowAdvice.js';
import { followEach } from './followEach.js';

followEach(rowAdvice);
