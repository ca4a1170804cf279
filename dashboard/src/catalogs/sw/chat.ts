import type { Catalog } from '../catalog.ts'

export const chat: Catalog['chat'] = {}
