// The screens about the server, in a separate script: most visits need only those of sheets.
export { Log } from './Log.js';
export { Members } from './Members.js';
export { Operations } from './Operations.js';
export { People } from './People.js';
export { Profile } from './Profile.js';
export { Settings } from './Settings.js';
