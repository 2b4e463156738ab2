import { ownAdvice } from './ownAdvice.js';
import { followEach } from './followEach.js';

followEach(ownAdvice);
