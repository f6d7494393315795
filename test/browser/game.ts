import { overlay } from '../../src/inspect/index.js';
import { garrison } from './garrison.js';

// A game in a page: dots on a wall, and the inspector at F9.
const { world, bodies, tick } = garrison(60);
overlay(world, { page: '/inspector.html', control: true });
const context = document.querySelector('canvas')!.getContext('2d')!;
setInterval(() => tick(0.05), 50);
function draw(): void {
  const { canvas } = context;
  canvas.width = innerWidth;
  canvas.height = innerHeight;
  bodies.forEach((guard, at) => {
    context.fillStyle = guard.sees ? '#e2604f' : guard.health < 0.5 ? '#e0b04a' : '#7fc98f';
    context.beginPath();
    context.arc(40 + (guard.x + 6) * 14, 60 + (at * (canvas.height - 80)) / bodies.length, 5, 0, 7);
    context.fill();
  });
  requestAnimationFrame(draw);
}
draw();
