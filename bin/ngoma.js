#!/usr/bin/env node
import './node-version.js'

// Loaded only now, and without `await`: an old Node would stumble over either before the check above could speak.
import('./compile-cache.js').then(() => import('../src/main.ts'))
