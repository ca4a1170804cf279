import type { Catalog } from '../catalog.ts'

export const templates: Catalog['templates'] = {}
