// These screens are loaded after sign-in, so that the first screen appears sooner.
import { laterTexts } from '../language/en/later.js';
import { addLaterTexts } from '../language/language.js';

export { OneSheet } from '../sheet/OneSheet.js';
export { Log } from './Log.js';
export { Members } from './Members.js';
export { Operations } from './Operations.js';
export { People } from './People.js';
export { Profile } from './Profile.js';
export { Settings } from './Settings.js';

addLaterTexts(laterTexts);
