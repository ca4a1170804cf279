import type { Catalog } from '../catalog.ts'

export const routes: Catalog['routes'] = {}
