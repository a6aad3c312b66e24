/**
 * The environment for an npm that installs elsewhere than into this project: what the running npm says of
 * this project and its script is left out; caches, proxies and registries of the user's settings stay.
 */
export function installEnvironment(env: Readonly<NodeJS.ProcessEnv>): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(env).filter(
      ([name]) => !/^(npm_package_|npm_lifecycle_|npm_command$|npm_config_(local_|global_)?prefix$|NODE_OPTIONS$)/i.test(name),
    ),
  );
}
