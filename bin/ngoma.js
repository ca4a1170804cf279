#!/usr/bin/env node
import './node-version.js'
import { restartForMemory } from './memory.js'

restartForMemory(process.env.DATABASE_URL)
// Imported dynamically and without `await`, because an old Node would fail on either before the check above runs.
import('./compile-cache.js').then(() => import('../src/main.ts'))
