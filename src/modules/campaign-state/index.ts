/** The state of campaigns that sending, replies and clicks need. `campaigns` has the rest. */
export { createHeldCampaigns, type HeldCampaigns } from './held.ts'
export { campaignIdOf, campaignOrigin, campaignPart, noteReply, noteResponses } from './store.ts'
