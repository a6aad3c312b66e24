/** The variables of the environment that say where the bridge goes, and let it in. */
export const bridgeEnvNames = { address: 'SOCIAL_DATA_MCP_ADDRESS', token: 'SOCIAL_DATA_MCP_TOKEN' } as const;
