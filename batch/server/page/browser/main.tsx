import './style/page.css';
import { render } from 'preact';
import { App } from './App.js';
import { followLinks } from './app/location.js';
import { readSession, watchSession } from './app/session.js';

followLinks();
watchSession();
void readSession();
const root = document.getElementById('page');
if (root !== null) render(<App />, root);
