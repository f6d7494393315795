import { render } from 'preact';
import { App } from './app.js';
import { begin } from './link.js';
import './style.css';

render(<App />, document.getElementById('app')!);
void begin();
