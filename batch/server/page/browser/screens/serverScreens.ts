// The screens about the server are in a separate script, because most visits need only the screens of sheets.
export { Log } from './Log.js';
export { Members } from './Members.js';
export { Operations } from './Operations.js';
export { People } from './People.js';
export { Profile } from './Profile.js';
export { Settings } from './Settings.js';
