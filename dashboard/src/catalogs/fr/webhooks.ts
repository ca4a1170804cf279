import type { Catalog } from '../catalog.ts'

export const webhooks: Catalog['webhooks'] = {}
