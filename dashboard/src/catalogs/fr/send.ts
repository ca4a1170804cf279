import type { Catalog } from '../catalog.ts'

export const send: Catalog['send'] = {}
