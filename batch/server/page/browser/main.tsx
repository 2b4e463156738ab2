import './style/page.css';
import { render } from 'preact';
import { App } from './App.js';
import { keepFocus } from './app/keepFocus.js';
import { followLinks } from './app/location.js';
import { readSession, watchSession } from './app/session.js';

followLinks();
keepFocus();
watchSession();
void readSession();
const root = document.getElementById('page');
if (root !== null) render(<App />, root);
