# cmake -DSOURCE=… -DFOLDER=… -DPAGE=… -P build.cmake: npm's packages, then the page; or why not.
find_program(NODE NAMES node nodejs)
find_program(NPM npm)

function(no_page why)
    message(NOTICE "note: the page of `ironbird report` is not built: ${why}")
    file(WRITE ${FOLDER}/why_not.txt "${why}\n")
endfunction()

file(MAKE_DIRECTORY ${FOLDER})
file(REMOVE ${FOLDER}/why_not.txt)
if(NOT NODE OR NOT NPM)
    no_page("it needs nodejs and npm (Debian packages of these names)")
    return()
endif()

# npm runs only when the list of packages has changed.
file(SHA256 ${SOURCE}/package-lock.json lock)
set(stamp ${FOLDER}/modules.stamp)
set(has "")
if(EXISTS ${stamp})
    file(READ ${stamp} has)
endif()
if(NOT has STREQUAL lock)
    file(COPY ${SOURCE}/package.json ${SOURCE}/package-lock.json DESTINATION ${FOLDER})
    execute_process(
        COMMAND ${NPM} ci --ignore-scripts --no-audit --no-fund --prefer-offline --loglevel=error
                --fetch-retries=1 --fetch-retry-mintimeout=500 --fetch-retry-maxtimeout=3000
                --fetch-timeout=20000
        WORKING_DIRECTORY ${FOLDER} RESULT_VARIABLE failed OUTPUT_QUIET ERROR_VARIABLE words)
    if(failed)
        # Its first lines say it, a stack follows.
        string(REGEX MATCH "^([^\n]*\n)?([^\n]*\n)?([^\n]*\n)?[^\n]*" words "${words}")
        no_page("npm could not fetch its packages:\n${words}")
        return()
    endif()
    file(WRITE ${stamp} ${lock})
endif()

execute_process(COMMAND ${NODE} ${SOURCE}/bundle.mjs ${FOLDER}/node_modules ${PAGE}
    RESULT_VARIABLE failed)
if(failed)
    message(FATAL_ERROR "the page could not be bundled")
endif()
