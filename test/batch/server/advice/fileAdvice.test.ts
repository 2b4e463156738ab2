import { fileAdvice } from './fileAdvice.js';
import { followEach } from './followEach.js';

followEach(fileAdvice);
