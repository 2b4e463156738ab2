import { answerAdvice } from './answerAdvice.js';
import { followEach } from './followEach.js';

followEach(answerAdvice);
