import preact from '@preact/preset-vite';
import { defineConfig } from 'vite';
import { viteSingleFile } from 'vite-plugin-singlefile';

// One file: it is served, opened from disk, or laid into a frame as it is.
export default defineConfig({ plugins: [preact(), viteSingleFile()], build: { target: 'es2022', reportCompressedSize: true } });
