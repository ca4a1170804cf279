import type { Catalog } from '../catalog.ts'

export const shell: Catalog['shell'] = {}
